import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import sharp from 'sharp'
import type { PhoneAnswer, PhoneRequest, Photo, Task } from './images-phone.ts'

/** A photo of 12 megapixels with noise, like a phone's. */
export async function takePhoto(folder: string): Promise<string> {
  const path = join(folder, 'photo.jpg')
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 }
  await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#888', noise } })
    .blur(2)
    .jpeg({ quality: 90 })
    .toFile(path)
  return path
}

export type MeasureTask = (task: Task) => Promise<number>

/** Starts the process that uploads. What it measures fails when it ends because an upload was refused. */
export async function openPhone(photo: Photo): Promise<{ time: MeasureTask; close: () => void }> {
  const child = fork(new URL('./images-phone.ts', import.meta.url))
  child.send(photo)
  await once(child, 'message')
  const waiting = new Map<number, PromiseWithResolvers<number>>()
  child.on('message', ({ id, ms }: PhoneAnswer) => waiting.get(id)?.resolve(ms))
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('The telephone broke.'))
  })
  const time: MeasureTask = (task) => {
    const id = waiting.size
    const measured = Promise.withResolvers<number>()
    waiting.set(id, measured)
    if (child.connected) child.send({ id, task } satisfies PhoneRequest)
    else measured.reject(new Error('The telephone broke.'))
    return measured.promise
  }
  return { time, close: () => child.connected && child.disconnect() }
}
