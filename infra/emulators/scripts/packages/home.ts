/** Where the packages are at home unless a workflow of GitHub builds them; change it before you publish, with SECURITY.md. */
export const HOME = {
  repository: 'https://git.outharbor.example/outharbor',
  email: 'emulators@outharbor.example',
};
