import { afterAll, beforeAll, expect, test } from 'vitest'
import { visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

test.each([
  [undefined, 'Standard Cleaning'],
  ['pt-BR,pt;q=0.9,en;q=0.8', 'Limpeza padrão'],
  ['es-MX', 'Limpieza estándar'],
  ['fr-FR', 'Standard Cleaning'],
])(
  'a reader of %s is told the types of cleaning in her language, or in English',
  async (language, name) => {
    const headers: Record<string, string> = language ? { 'accept-language': language } : {}
    const { body } = await visitor(server).get('/api/service-types', headers)
    expect(body.service_types).toHaveLength(5)
    expect(body.service_types[0]).toEqual({ type: 'standard', name })
  },
)
