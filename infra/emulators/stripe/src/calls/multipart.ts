import { invalidRequest } from '../description/api-error.ts';

/** A form with files in Stripe's bracket notation. A file is an object with its content in base64. */
export async function readMultipart(body: Buffer, contentType: string): Promise<string> {
  const form = new URLSearchParams();
  for (const [name, value] of await parts(body, contentType)) {
    if (typeof value === 'string') form.append(name, value);
    else {
      form.append(`${name}[name]`, value.name);
      form.append(`${name}[type]`, value.type);
      form.append(`${name}[content]`, Buffer.from(await value.arrayBuffer()).toString('base64'));
    }
  }
  return form.toString();
}

async function parts(body: Buffer, contentType: string): Promise<FormData> {
  try {
    return await new Response(body, { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw invalidRequest('Invalid multipart form data.');
  }
}
