import { expect } from '@playwright/test'
import { test } from './journey.ts'

const AS_BROWSERS_DO = { 'accept-encoding': 'gzip, deflate, br' }

test('pages come compressed, however long they are', async ({ request }) => {
  for (const path of ['/', '/search?zip_code=78701', '/professional/grace-walker', '/nowhere']) {
    const answer = await request.get(path, { headers: AS_BROWSERS_DO })
    expect(answer.headers()['content-encoding'], path).toBe('br')
  }
})

test('scripts and styles are named by their contents, kept for ever, and sent as they were compressed once', async ({
  request,
}) => {
  const page = await (await request.get('/')).text()
  const files = [...page.matchAll(/(?:href|src)="(\/assets\/[^"]+\.(?:js|css))"/g)]
  expect(files.length).toBeGreaterThan(3)
  for (const [, file = ''] of files) {
    expect(file).toMatch(/-[\w-]{8}\.(js|css)$/)
    const headers = (await request.get(file, { headers: AS_BROWSERS_DO })).headers()
    expect(headers['cache-control'], file).toBe('public, max-age=31536000, immutable')
    expect(headers['content-encoding'], file).toBe('br')
    expect(Number(headers['content-length']), file).toBeGreaterThan(0)
  }
})

test('what keeps its name is asked about each time', async ({ request }) => {
  for (const file of ['/service-worker.js', '/manifest.webmanifest', '/favicon.svg']) {
    const headers = (await request.get(file)).headers()
    expect(headers['cache-control'], file).toBe('public, no-cache')
    expect(headers['etag'], file).toBeTruthy()
  }
})
