export default {
  colonnade: {
    input: process.env.CONTRACT,
    output: {
      target: 'generated/orval/client.ts',
      schemas: 'generated/orval/models',
      client: 'fetch',
      mode: 'single',
      baseUrl: { runtime: 'process.env.API_URL' },
    },
  },
};
