import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runWithProgress } from './progress.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const headlessShellNames = ['chromium-headless-shell', 'chrome-headless-shell']

/** The usual places of Chromium outside PATH. */
const usualPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ...['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData'].flatMap((variable) =>
    process.env[variable]
      ? [join(process.env[variable], 'Google/Chrome/Application/chrome.exe')]
      : [],
  ),
]

/**
 * The path of a Chromium that runs. Looked for in this order: $CHROMIUM_PATH, PATH and the usual places, an
 * installation by root on Debian or Ubuntu, and an earlier download by Playwright. Undefined when there is none.
 */
export async function findChromium() {
  return (
    installed() ??
    ((await installByApt()) ? installed() : undefined) ??
    (await downloadedByPlaywright())
  )
}

/**
 * The path of a headless shell that is installed: the same engine without the browser's own windows. Journeys take
 * less than half the time in it. It cannot show notifications. Undefined when there is none.
 */
export function findHeadlessShell() {
  return programsInPath(headlessShellNames).find(runs)
}

/** Printed when `findChromium` finds nothing. */
export const chromiumAdvice =
  'No Chromium found: install one (Debian: apt-get install chromium chromium-headless-shell; elsewhere: npx playwright install chromium) or set CHROMIUM_PATH.'

function installed() {
  const configured = process.env.CHROMIUM_PATH
  if (configured) return runs(configured) ? configured : undefined
  return [...programsInPath(names), ...usualPaths].find((path) => existsSync(path) && runs(path))
}

function programsInPath(programs) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return programs
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .filter((path) => existsSync(path))
}

/** Whether the program runs. Ubuntu has a chromium-browser that only prints how to install it. */
function runs(path) {
  if (process.platform === 'win32') return existsSync(path)
  try {
    execFileSync(path, ['--version', '--no-sandbox'], { stdio: 'pipe', timeout: 20_000 })
    return true
  } catch {
    return false
  }
}

async function installByApt() {
  if (process.env.CHROMIUM_PATH || process.getuid?.() !== 0 || !isDebian()) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await runWithProgress('Reading the package lists', 'apt-get', ['update'], env)
  // Older releases have no headless shell.
  for (const packages of [['chromium', 'chromium-headless-shell'], ['chromium']]) {
    const args = ['install', '--yes', '--no-install-recommends', ...packages]
    const { code, output } = await runWithProgress('Installing Chromium', 'apt-get', args, env)
    if (code === 0) return true
    process.stdout.write(`${output.trimEnd().split('\n').slice(-3).join('\n')}\n`)
  }
  return false
}

function isDebian() {
  try {
    return /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return false
  }
}

async function downloadedByPlaywright() {
  const { chromium } = await import('@playwright/test')
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}
