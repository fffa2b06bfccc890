import swagger from '@fastify/swagger'
import type { StaticDocumentSpec } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { openApiDocument } from '#contract/open-api.ts'
import type { App } from './app.ts'

/** Serves the contract as an OpenAPI document, and as a page. rule: openapi */
export async function openApiRoutes(app: App): Promise<void> {
  const document = openApiDocument()
  app.get('/api/openapi.json', (_request, reply) =>
    reply.header('Cache-Control', 'public, max-age=300').send(document),
  )
  const specification = { document } as unknown as StaticDocumentSpec
  await app.register(swagger, { mode: 'static', specification })
  await app.register(swaggerUi, { routePrefix: '/api/docs', indexPrefix: '' })
}
