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

/** Starts the process that uploads. */
export async function openPhone(photo: Photo): Promise<{ time: MeasureTask; close: () => void }> {
  const child = fork(new URL('./images-phone.ts', import.meta.url))
  child.send(photo)
  await once(child, 'message')
  const resolvers = new Map<number, (ms: number) => void>()
  child.on('message', ({ id, ms }: PhoneAnswer) => resolvers.get(id)?.(ms))
  child.once('exit', (code) => {
    if (code) throw new Error('The telephone broke.')
  })
  const time: MeasureTask = (task) =>
    new Promise((resolve) => {
      const id = resolvers.size
      resolvers.set(id, resolve)
      child.send({ id, task } satisfies PhoneRequest)
    })
  return { time, close: () => child.disconnect() }
}
