import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { openApiDocument } from '#contract/open-api.ts'
import type { App } from './app.ts'

/**
 * Serves the contract as an OpenAPI document, and as a page. The document is made when somebody first asks for it: that
 * takes 0.2 s, and it holds several megabytes. rule: openapi
 */
export async function openApiRoutes(app: App): Promise<void> {
  let made: ReturnType<typeof openApiDocument> | undefined
  const document = () => (made ??= openApiDocument())
  app.get('/api/openapi.json', (_request, reply) =>
    reply.header('Cache-Control', 'public, max-age=300').send(document()),
  )
  // The page reads the document at addresses of its own.
  await app.register(swagger, { mode: 'static', specification: { document: EMPTY } })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    indexPrefix: '',
    transformSpecification: document,
    transformSpecificationClone: false,
  })
}

const EMPTY = { openapi: '3.1.0', info: { title: '', version: '' }, paths: {} } as const
