import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A minimal built web app. Its only screen is in a file that is loaded later. */
const BUILT = {
  'server/package.json': '{ "type": "module" }',
  'server/entry-server.js': `
    const screen = () => import('./screen.js')
    export const loadAll = async () => void (await screen())
    export const languageInAddress = (search) => search.get('lang') ?? undefined
    export const requestLanguage = () => 'en'
    export const keptAddress = () => undefined
    export const render = async ({ url, fetcher }) => {
      if (url !== '/profile') return { status: 200, head: {}, html: (await screen()).html }
      const { status, headers } = await fetcher('/api/public/professional/nobody')
      return { status, head: { noindex: true }, html: '', retryAfterS: Number(headers.get('retry-after')) }
    }
    export const renderDocument = ({ html }) => html`,
  'server/screen.js': `export const html = '<p>A screen</p>'`,
  'client/.vite/manifest.json': '{}',
  'client/.vite/start-script.json': '{ "code": "", "hash": "sha256-x" }',
  'client/assets/entry-12345678.js': 'start()',
  'client/assets/entry-12345678.css': '',
  'client/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'client/service-worker.js': '',
  'console/index.html': '<p>The console</p>',
  'console/assets/main-12345678.js': 'operate()',
  'console/assets/main-12345678.js.br': 'compressed',
}

/** Writes it to a folder of its own, with these files too. */
export async function buildWebApp(changes: Record<string, string | Buffer> = {}): Promise<string> {
  const webDir = await mkdtemp(join(tmpdir(), 'lustra-test-web-'))
  for (const [file, text] of Object.entries({ ...BUILT, ...changes })) {
    await mkdir(dirname(join(webDir, file)), { recursive: true })
    await writeFile(join(webDir, file), text)
  }
  return webDir
}
