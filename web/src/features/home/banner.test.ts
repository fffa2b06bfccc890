import { expect, test } from 'vitest'
import { banner, bannerTall } from '#drawings/banner.ts'
import { empty } from '#drawings/empty.ts'

const published = (name: string) => `../../../public/drawings/${name}.svg`

test('the pictures that are served are what the drawings draw', async () => {
  await expect(banner()).toMatchFileSnapshot(published('banner'))
  await expect(bannerTall()).toMatchFileSnapshot(published('banner-tall'))
  await expect(empty.error).toMatchFileSnapshot(published('no-picture'))
})
