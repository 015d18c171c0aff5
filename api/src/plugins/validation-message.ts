import type { FastifySchemaValidationError } from 'fastify/types/schema.js';

const MAX_NAME = 64;

/** A sentence that names the invalid field, such as `plan must be one of 10, 20, 30.` */
export function validationMessage([fault]: readonly FastifySchemaValidationError[], part: string): string {
  if (fault === undefined) return `The ${part} is not valid.`;
  const field = fault.instancePath.slice(1).replaceAll('/', '.');
  const { additionalProperty, missingProperty, allowedValues } = fault.params;
  if (typeof additionalProperty === 'string') return `${printable(additionalProperty)} is not a known field.`;
  if (typeof missingProperty === 'string') return `${missingProperty} is required.`;
  if (Array.isArray(allowedValues)) return `${field} must be one of ${allowedValues.join(', ')}.`;
  return field === '' ? `The ${part} ${fault.message ?? 'is not valid'}.` : `${field} ${explain(fault)}.`;
}

function explain(fault: FastifySchemaValidationError): string {
  return fault.keyword === 'pattern'
    ? 'does not have the expected format'
    : (fault.message ?? 'is not valid');
}

const printable = (name: string) => name.replaceAll(/[^\w.-]/g, '?').slice(0, MAX_NAME);
