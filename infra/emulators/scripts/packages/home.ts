/** Where the packages are at home unless a workflow of GitHub builds them; publishing refuses these placeholders. */
export const HOME = {
  repository: 'https://git.outharbor.example/outharbor',
  email: 'emulators@outharbor.example',
};
