import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { buildApp } from './app.ts'
import { testServer } from './test/server.ts'

/** A web app as small as one can be: its only screen stands in a file of its own. */
const BUILT = {
  'server/package.json': '{ "type": "module" }',
  'server/entry-server.js': `
    const screen = () => import('./screen.js')
    export const loadAll = async () => void (await screen())
    export const languageInAddress = () => undefined
    export const requestLanguage = () => 'en'
    export const render = async () => ({ status: 200, head: {}, html: (await screen()).html })
    export const renderDocument = ({ html }) => html`,
  'server/screen.js': `export const html = '<p>A screen</p>'`,
  'client/.vite/manifest.json': '{}',
  'client/assets/entry-12345678.js': 'start()',
}

test('a server goes on with what it began with while the web app is built anew, and leaves nothing behind', async () => {
  const webDir = await mkdtemp(join(tmpdir(), 'lustra-test-web-'))
  for (const [file, text] of Object.entries(BUILT)) {
    await mkdir(dirname(join(webDir, file)), { recursive: true })
    await writeFile(join(webDir, file), text)
  }
  const server = await testServer()
  const app = await buildApp(server.context, { webDir, shedsLoad: false })
  await rm(webDir, { recursive: true })

  expect((await app.inject('/anywhere')).body).toBe('<p>A screen</p>')
  expect((await app.inject('/assets/entry-12345678.js')).body).toBe('start()')

  const held = () => readdir(join(server.context.config.dataDir, 'web'))
  expect(await held()).toHaveLength(1)
  await app.close()
  expect(await held()).toEqual([])
  await server.close()
})
