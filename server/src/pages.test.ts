// rule: built-files-held
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { buildApp } from './app.ts'
import { testServer } from './test/server.ts'

/** A minimal built web app. Its only screen is in a file that is loaded later. */
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
  'client/.vite/start-script.json': '{ "code": "", "hash": "sha256-x" }',
  'client/assets/entry-12345678.js': 'start()',
}

test('a server serves the files it started with while the web app is rebuilt, and removes its copy at the end', async () => {
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

  const copies = () => readdir(join(server.context.config.dataDir, 'web'))
  expect(await copies()).toHaveLength(1)
  await app.close()
  expect(await copies()).toEqual([])
  await server.close()
})
