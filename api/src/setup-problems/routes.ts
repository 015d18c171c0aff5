import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { API_PATHS } from '@outharbor/contract/paths';
import { ErrorResponse, type SetupProblem, SetupProblemReport } from '@outharbor/contract/schemas';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';

const HOUR_MS = 60 * 60_000;

const LINES: Readonly<Record<SetupProblem, string>> = {
  api_key_rejected:
    "FIREBASE_API_KEY: Firebase rejects the web API key in a visitor's browser: copy apiKey from the web app in the project settings",
  referrer_blocked:
    'FIREBASE_API_KEY: the restrictions of the web API key block this site: allow the origin of PUBLIC_URL under Credentials in Google Cloud',
  domain_not_authorised:
    'PUBLIC_URL: its host is not among the authorised domains of Firebase Authentication: add it under Settings',
  sign_in_method_off:
    'FIREBASE_PROJECT_ID: the project does not accept e-mail and password: enable the sign-in method in Firebase Authentication',
};

/**
 * Lets a visitor's browser tell the operator what the API cannot see. Anybody can call it, so it takes no text, and
 * each problem is logged at most once an hour.
 */
export function addSetupProblemRoutes(instance: FastifyInstance, now: () => number = Date.now): void {
  const silentUntil = new Map<SetupProblem, number>();
  instance.withTypeProvider<TypeBoxTypeProvider>().post(
    API_PATHS.reportSetupProblem,
    {
      schema: {
        tags: ['health'],
        body: SetupProblemReport,
        response: { 204: Type.Null(), default: ErrorResponse },
      },
    },
    async (request, reply) => {
      const { problem } = request.body;
      if (now() >= (silentUntil.get(problem) ?? 0)) {
        silentUntil.set(problem, now() + HOUR_MS);
        request.log.warn({ problem }, LINES[problem]);
      }
      return reply.status(204).send(null);
    },
  );
}
