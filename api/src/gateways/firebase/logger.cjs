// The package is installed twice, and firebase-admin requires this copy: an `import` would load the other
// one.
module.exports = require('@firebase/logger');
