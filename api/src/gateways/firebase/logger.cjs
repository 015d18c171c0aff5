// The package comes twice, and firebase-admin requires this one: an `import` would reach the other.
module.exports = require('@firebase/logger');
