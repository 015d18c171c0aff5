import Fastify from 'fastify';

const app = Fastify();
app.post('/', async (request) => request.body);
process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }));
