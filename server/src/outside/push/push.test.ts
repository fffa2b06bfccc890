// rule: push-devices, push-addresses
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import webPush from 'web-push'
import { readConfig } from '#server/config.ts'
import { openPush, vapidKeysOf } from './push.ts'
import { isPushAddress, resolvesToPublicAddress } from './push-address.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lustra-push-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('the keys are made once, also by two starts at the same moment, and only their owner can read them', async () => {
  const config = readConfig({ DATA_DIR: join(folder, 'new') })
  const [one, other] = await Promise.all([vapidKeysOf(config), vapidKeysOf(config)])
  expect(one).toEqual(other)
  expect(await vapidKeysOf(config)).toEqual(one)
  expect((await stat(join(folder, 'new/vapid-keys.json'))).mode & 0o777).toBe(0o600)
})

test('the keys of the settings have priority, and an incomplete or mismatched pair is refused without being printed', async () => {
  const [ownKeys, otherKeys] = [webPush.generateVAPIDKeys(), webPush.generateVAPIDKeys()]
  const given = { VAPID_PUBLIC_KEY: ownKeys.publicKey, VAPID_PRIVATE_KEY: ownKeys.privateKey }
  const config = readConfig({ DATA_DIR: folder, ...given })
  expect((await openPush(config)).publicKey).toBe(ownKeys.publicKey)
  for (const wrong of [
    { VAPID_PUBLIC_KEY: ownKeys.publicKey },
    { VAPID_PRIVATE_KEY: ownKeys.privateKey },
    { ...given, VAPID_PUBLIC_KEY: otherKeys.publicKey },
    { ...given, VAPID_PRIVATE_KEY: 'nonsense' },
  ]) {
    expect(() => readConfig({ DATA_DIR: folder, ...wrong })).toThrow(
      /^VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY have to be a pair \(/,
    )
  }
})

test.each([
  ['https://fcm.googleapis.com/fcm/send/x', true],
  ['https://web.push.apple.com/x', true],
  ['https://8.8.8.8/x', true],
  ['http://fcm.googleapis.com/x', false],
  ['https://user:word@fcm.googleapis.com/x', false],
  ['https://localhost/x', false],
  ['https://127.0.0.1/x', false],
  ['https://0x7f.1/x', false],
  ['https://10.1.2.3/x', false],
  ['https://172.20.0.1/x', false],
  ['https://192.168.1.1/x', false],
  ['https://169.254.169.254/x', false],
  ['https://100.64.0.1/x', false],
  ['https://[::1]/x', false],
  ['https://[fd00::1]/x', false],
  ['https://[fe80::1]/x', false],
  ['https://[::ffff:10.0.0.1]/x', false],
  ['https://[2002:a00:1::]/x', false],
  ['https://[2606:4700::1]/x', true],
  ['https://[::10.0.0.1]/x', false],
  ['https://[::ffff:8.8.8.8]/x', false],
  ['https://[64:ff9b::a00:1]/x', false],
  ['https://[2001:0:a00:1::1]/x', false],
  ['https://[fec0::1]/x', false],
  ['https://[ff02::1]/x', false],
  ['https://[4000::1]/x', false],
  ['https://0.0.0.0/x', false],
  ['https://192.0.0.8/x', false],
  ['https://198.18.0.1/x', false],
  ['https://224.0.0.1/x', false],
  ['https://255.255.255.255/x', false],
  ['https://203.0.113.1/x', false],
  ['https://[2001:db8::1]/x', false],
  ['ftp://fcm.googleapis.com/x', false],
  ['nothing', false],
])('%s is accepted as a push address: %s', (address, possible) => {
  expect(isPushAddress(address)).toBe(possible)
})

test('a subscription at a private address counts as gone, and nothing is sent to it', async () => {
  expect(await resolvesToPublicAddress('https://127.0.0.1/x')).toBe(false)
  const push = await openPush(readConfig({ DATA_DIR: folder }))
  const keys = { p256dh: 'B', auth: 'a' }
  expect(await push.send({ endpoint: 'https://10.0.0.1/x', ...keys }, '{}', 60)).toBe('gone')
})
