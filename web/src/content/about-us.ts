export const ABOUT_US = 'About Us';
