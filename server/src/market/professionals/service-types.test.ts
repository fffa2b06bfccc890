// rule: service-types
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SERVICE_TYPES } from '#contract/product.ts'
import { visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

test('service-types returns service_types, each with type and name', async () => {
  const { status, body } = await visitor(server).get('/api/service-types')
  expect(status).toBe(200)
  expect(body).toEqual({
    service_types: [
      { type: 'standard', name: 'Standard Cleaning' },
      { type: 'deep', name: 'Deep Cleaning' },
      { type: 'move_in_out', name: 'Move In/Out Cleaning' },
      { type: 'post_construction', name: 'Post-Construction Cleaning' },
      { type: 'office', name: 'Office Cleaning' },
    ],
  })
})

test('service-types returns service_types, a list with type', async () => {
  const { body } = await visitor(server).get('/api/service-types')
  expect(body.service_types.map(({ type }: { type: string }) => type)).toEqual(SERVICE_TYPES)
})

// rule: service-types, language-choice
test.each([
  [undefined, 'Standard Cleaning'],
  ['pt-BR,pt;q=0.9,en;q=0.8', 'Limpeza padrão'],
  ['es-MX', 'Limpieza estándar'],
  ['fr-FR', 'Standard Cleaning'],
])('a reader of %s gets the names in their language, or in English', async (language, name) => {
  const headers: Record<string, string> = language ? { 'accept-language': language } : {}
  const { body } = await visitor(server).get('/api/service-types', headers)
  expect(body.service_types).toHaveLength(5)
  expect(body.service_types[0]).toEqual({ type: 'standard', name })
})
