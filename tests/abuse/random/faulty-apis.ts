import { buildApp } from '@outharbor/api/app';
import type { Config } from '@outharbor/api/config/config';
import type { Gateways } from '@outharbor/api/context';
import { AppError } from '@outharbor/api/errors/app-error';
import type { IdentityGateway } from '@outharbor/api/gateways/identity-gateway';
import { buildLogger } from '@outharbor/api/logging/build-logger';
import { createMetrics } from '@outharbor/api/metrics/metrics';
import type { FastifyInstance } from 'fastify';
import { type GatewayFault, withFaults } from './faulty-gateways.ts';

export interface ApiProcess {
  readonly url: string;
  close(): Promise<void>;
}

/** An API that ends without a word at a call of the plan's choice, connections and all. */
export async function startFaultyApi(
  config: Config,
  gateways: Gateways,
  nextFault: () => GatewayFault | undefined,
  onCrash: () => void,
): Promise<ApiProcess> {
  let app: FastifyInstance | undefined;
  const end = () => {
    app?.server.close();
    app?.server.closeAllConnections();
  };
  const faulty = withFaults(gateways, {
    next: nextFault,
    onCrash: () => {
      end();
      onCrash();
    },
  });
  const logger = buildLogger({ level: 'silent' });
  app = await buildApp({ config, gateways: faulty, logger, metrics: createMetrics() });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    close: async () => {
      end();
      await app?.close();
    },
  };
}

/** Who signs in is not what is played here: a token is `t.<uid>.x`. */
export const trustingIdentity: IdentityGateway = {
  async verify(token) {
    const uid = token.split('.')[1];
    if (!uid) throw new AppError('unauthenticated');
    return { uid, email: `${uid}@example.com`, name: uid };
  },
};
