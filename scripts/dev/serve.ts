import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createServer, createServerModuleRunner, normalizePath } from 'vite'
import { LIVE_PATH } from '#contract/browser-names.ts'
import { readConfig } from '#server/config.ts'
import { serve } from '#server/serve.ts'
import type * as Services from '#server/start/start-services.ts'
import { freePort } from '../../tools/embedded-postgres/free-port.ts'
import { START_SCRIPT_FILE, buildStartScript } from '../start-script.ts'
import { restartedServices } from './restarted-services.ts'

// `npm run dev`: one process has the database, the server and Vite. Vite loads the modules of the web into browsers,
// and those of web and server into this process; after a change only those that depend on it. The database stays up,
// and calls wait while the server starts again. rule: graceful-shutdown

const root = normalizePath(join(import.meta.dirname, '../..'))
// Inside the checkout, whose package.json says what #web is.
const webDir = join(root, `.cache/dev-${process.pid}`)
const { port, host, publicOrigin } = readConfig(process.env)
const behind = await freePort()
const target = `http://127.0.0.1:${behind}`
const config = readConfig({
  // A change has no balancer to wait for.
  DRAIN_S: '0',
  ...process.env,
  PORT: String(behind),
  HOST: '127.0.0.1',
  PUBLIC_ORIGIN: publicOrigin,
})

await writeWebApp()
await serve(config, webDir, async () => ({
  async startServices(_, url, { closers, signals }) {
    const services = restartedServices(async (closersOfRun) => {
      const { startServices } = await runner.import<typeof Services>(
        '/server/src/start/start-services.ts',
      )
      await startServices(config, url, { closers: closersOfRun, signals, webDir })
    })
    const vite = await createServer({
      root,
      configFile: join(root, 'vite.config.ts'),
      appType: 'custom',
      cacheDir: '.cache/vite',
      logLevel: 'error',
      clearScreen: false,
      optimizeDeps: { entries: ['web/src/entries/entry-client.tsx'] },
      plugins: [
        {
          name: 'restart',
          configureServer({ middlewares }) {
            middlewares.use((_request, _response, next) => void services.ready().then(() => next()))
          },
          hotUpdate({ file, modules }) {
            if (this.environment.name !== 'ssr') return undefined
            const isOfServer = file.startsWith(`${root}/server/`) && !file.endsWith('.test.ts')
            if (isOfServer || modules.length > 0) void show(file)
            return []
          },
        },
      ],
      server: {
        host,
        port,
        strictPort: true,
        watch: { ignored: [`${root}/{data,.cache,web/dist,docs,bench,e2e,test-results}/**`] },
        proxy: {
          [LIVE_PATH]: { target, ws: true },
          [String.raw`^/(?!@|(web|contract|drawings|node_modules|\.cache)/)`]: {
            target,
            configure: (proxy) => proxy.on('proxyRes', ({ headers }) => allowVite(headers)),
          },
        },
      },
    })
    /** The browser hears of a file that it has loaded by Vite itself. */
    async function show(file: string) {
      await services.restart()
      const { hot, moduleGraph } = vite.environments.client
      if (!moduleGraph.getModulesByFile(file)) hot.send({ type: 'full-reload' })
    }
    const runner = createServerModuleRunner(vite.environments.ssr, { hmr: false })
    closers.push(() => rm(webDir, { recursive: true }))
    closers.push(() => vite.close())
    closers.push(() => services.stop())
    await services.restart()
    await vite.listen()
  },
}))

/** Vite writes styles into the page, and starts workers from addresses of its own. */
function allowVite(headers: Record<string, unknown>): void {
  const policy = headers['content-security-policy']
  if (typeof policy === 'string')
    headers['content-security-policy'] = policy
      .replace(/;require-trusted-types-for.*/, ";style-src 'self' 'unsafe-inline'")
      .replace("worker-src 'self'", "worker-src 'self' blob:")
}

/** Writes the files of a web app that the server reads at its start, with Vite's addresses for what is not built. */
async function writeWebApp(): Promise<void> {
  const write = (file: string, text: string) => writeFile(join(webDir, file), text)
  const built = join(root, 'web/dist')
  const isServedByVite = /client.(assets|\.vite|service-worker\.js|offline)/
  await cp(join(built, 'client'), join(webDir, 'client'), {
    recursive: true,
    filter: (file) => !isServedByVite.test(file.slice(built.length)),
  })
  await mkdir(join(webDir, 'client/.vite'))
  await mkdir(join(webDir, 'client/assets'))
  await mkdir(join(webDir, 'server'))
  await symlink(join(built, 'console'), join(webDir, 'console'), 'junction')
  await write('server/entry-server.js', "export * from '#web/entries/entry-server.tsx'")
  await write(
    'entry-client.js',
    "import '@vitejs/plugin-react/preamble'\nimport '#web/entries/entry-client.tsx'",
  )
  const manifest = {
    'web/src/entries/entry-client.tsx': { file: `.cache/dev-${process.pid}/entry-client.js` },
    style: { file: 'web/src/ui/style.css' },
  }
  await write('client/.vite/manifest.json', JSON.stringify(manifest))
  await write(join('client', START_SCRIPT_FILE), JSON.stringify(await buildStartScript()))
}
