import { spawnSync } from 'node:child_process'
import { chromiumAdvice, findChromium, findHeadlessShell } from './chromium.mjs'
import { prepareWeb } from './prepare.mjs'
import { exitWithMessage } from './progress.mjs'

// `npm run gallery` takes pictures of every screen; what follows `--` goes to Playwright.
await prepareWeb()
const chromium = (await findChromium()) ?? exitWithMessage(chromiumAdvice)
const cli = 'node_modules/@playwright/test/cli.js'
const config = ['--config', 'playwright.gallery.config.ts']
const { status } = spawnSync(process.execPath, [cli, 'test', ...config, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: {
    ...process.env,
    CHROMIUM_PATH: chromium,
    HEADLESS_SHELL_PATH: findHeadlessShell() ?? '',
  },
})
process.exitCode = status ?? 1
