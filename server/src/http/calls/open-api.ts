import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyRequest } from 'fastify'
import { openApiDocument } from '#contract/open-api.ts'
import type { App } from '../app.ts'
import { FixedDocument } from './fixed-document.ts'

const SCRIPT = 'text/javascript; charset=utf-8'
const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Lustra API</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<div id="swagger-ui"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</html>
`
const START = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#swagger-ui', deepLinking: true })\n`

/**
 * Serves the contract as an OpenAPI document, and as a page. The calls of operators are in it for those for whom
 * `seesOperators` says so. rule: openapi
 */
export function openApiRoutes(app: App, seesOperators: (request: FastifyRequest) => boolean): void {
  const documentOf = (withOperators: boolean) =>
    new FixedDocument('application/json; charset=utf-8', () =>
      JSON.stringify(openApiDocument({ withOperators })),
    )
  const [complete, withoutOperators] = [documentOf(true), documentOf(false)]
  app.get('/api/openapi.json', (request, reply) => {
    const sees = seesOperators(request)
    reply.header('Cache-Control', `${sees ? 'private' : 'public'}, max-age=300`)
    return (sees ? complete : withoutOperators).send(request, reply)
  })

  const parts = {
    '/api/docs': new FixedDocument('text/html; charset=utf-8', () => PAGE),
    '/api/docs/start.js': new FixedDocument(SCRIPT, () => START),
    '/api/docs/swagger-ui-bundle.js': fileOf('swagger-ui-bundle.js', SCRIPT),
    '/api/docs/swagger-ui.css': fileOf('swagger-ui.css', 'text/css; charset=utf-8'),
  }
  for (const [url, document] of Object.entries(parts))
    app.get(url, (request, reply) => {
      reply.header('Cache-Control', 'public, max-age=300')
      return document.send(request, reply)
    })
}

function fileOf(name: string, type: string): FixedDocument {
  const file = import.meta.resolve(`@fastify/swagger-ui/static/${name}`)
  return new FixedDocument(type, () => readFile(fileURLToPath(file)))
}
