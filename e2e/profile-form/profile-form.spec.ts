// rule: profile-form-screen
import { expect } from '@playwright/test'
import { expectAccessible, test } from '../support/journey.ts'
import { fileOf, newProfessional, partsOf, photo } from '../support/profile-form.ts'
import { translationsIn } from '../support/translations.ts'

const t = translationsIn('en')

test.describe('a new profile', () => {
  // Playwright's recorder requests the previews that it sees.
  test.use({ expected: [/'blob:.*connect-src/] })

  // rule: profile-form-screen, profile-limits, ssn-rules
  test('the form has its sections, fields and options', async ({ page }) => {
    await newProfessional(page)
    await page.goto('/dashboard/profile')
    const parts = partsOf(page, t)

    await test.step("the header reads 'Complete Your Profile' when creating, and there is no Cancel", async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Complete Your Profile')
      await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0)
    })
    await test.step('the sections are Profile Photo, Basic Information, Services Offered, Service Areas, Work Gallery, Verification, in this order', async () => {
      await expect(page.getByRole('heading', { level: 2 })).toHaveText([
        'Profile Photo',
        'Basic Information',
        'Services Offered',
        'Service Areas',
        'Work Gallery',
        'Verification',
      ])
    })
    await test.step("the submit button reads 'Complete Profile' when creating", async () => {
      await expect(parts.create).toHaveText('Complete Profile')
    })
    await test.step('Basic Information has full name, bio, hourly rate, years, employees and a social media URL', async () => {
      const basic = page.getByRole('region', { name: 'Basic Information' })
      for (const part of [parts.name, parts.bio, parts.social, parts.years, parts.employees]) {
        await expect(part).toBeVisible()
      }
      await expect(basic.getByRole('textbox')).toHaveCount(3)
    })
    await test.step('the hourly rate is a number from 15 to 200 in steps of 0.01', async () => {
      await expect(parts.rate).toHaveAttribute('type', 'number')
      await expect(parts.rate).toHaveAttribute('min', '15')
      await expect(parts.rate).toHaveAttribute('max', '200')
      await expect(parts.rate).toHaveAttribute('step', '0.01')
    })
    await test.step('the years of experience are 1, 2, 3, 4, 5+, 10+, and 3 by default', async () => {
      await expect(parts.years.getByRole('option')).toHaveText(['1', '2', '3', '4', '5+', '10+'])
      await expect(parts.years).toHaveValue('3')
    })
    await test.step("the employees are '1-3' by default", async () => {
      await expect(parts.employees).toHaveValue('1-3')
    })
    await test.step('the services are a multi-choice among the types the server knows', async () => {
      const answer = (await (await page.request.get('/api/service-types')).json()) as {
        service_types: { type: string }[]
      }
      const values = page.getByRole('group', { name: 'Services Offered' }).getByRole('checkbox')
      await expect(values).toHaveCount(answer.service_types.length)
      await parts.service('standard').check()
      await parts.service('deep').check()
      await expect(parts.service('standard')).toBeChecked()
      await parts.service('standard').uncheck()
      await parts.service('deep').uncheck()
    })
    await test.step("under two typed characters the areas show the hint 'Type at least 2 characters...'", async () => {
      await parts.areas.click()
      await expect(page.getByText('Type at least 2 characters...')).toBeVisible()
      await parts.areas.pressSequentially('B')
      await expect(page.getByText('Type at least 2 characters...')).toBeVisible()
    })
    await test.step("with no match the areas show 'No locations found'", async () => {
      await parts.areas.fill('zzzzqq')
      await expect(page.getByText('No locations found')).toBeVisible()
    })
    await test.step('suggestions carry label and zip, and several can be chosen and removed', async () => {
      await parts.areas.fill('02118')
      await expect(parts.place(/02118 – Boston, MA/)).toBeVisible()
      await page.keyboard.press('Enter')
      await parts.areas.pressSequentially('Austin, T')
      await parts.place('Austin, TX').click()
      const chosen = page.getByRole('list', { name: 'Chosen service areas' })
      await expect(chosen.getByRole('listitem')).toHaveText(['02118', 'Austin, TX'])
      await page.getByRole('button', { name: 'Remove 02118' }).click()
      await page.getByRole('button', { name: 'Remove Austin, TX' }).click()
      await expect(chosen).toHaveCount(0)
    })
    await test.step('the number takes digits only, is formatted XXX-XX-XXXX, and has at most 11 characters', async () => {
      await parts.consent.check()
      await parts.ssn.pressSequentially('2a1-9x0 9')
      await expect(parts.ssn).toHaveValue('219-09')
      await parts.ssn.pressSequentially('9999123')
      await expect(parts.ssn).toHaveValue('219-09-9999')
      await expect(parts.ssn).toHaveAttribute('maxlength', '11')
      await parts.ssn.fill('')
    })
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await expectAccessible(page)
  })

  // rule: profile-checks, gallery-limit, photo-bytes
  test('the checks run in their order, each shown at its field', async ({ page }) => {
    await newProfessional(page)
    await page.goto('/dashboard/profile')
    const parts = partsOf(page, t)
    let saves = 0
    page.on('request', (request) => {
      if (request.method() === 'PUT') saves += 1
    })
    const told = async (sentence: string) => {
      await parts.create.click()
      await expect(page.getByText(sentence, { exact: true })).toBeVisible()
    }
    await parts.consent.check()
    await parts.ssn.fill('666121234')
    await parts.social.fill('https://example.com/robin')

    await test.step("without a full name 'Please enter your full name as you want it displayed publicly', and the focus is there", async () => {
      await told('Please enter your full name as you want it displayed publicly')
      await expect(parts.name).toBeFocused()
      await expect(parts.name).toHaveAttribute('aria-invalid', 'true')
      await expect(parts.name).toHaveAccessibleDescription(/Please enter your full name/)
    })
    await parts.name.fill('Robin Journey')
    await test.step("without a bio 'Please add a bio describing your cleaning services'", async () => {
      await told('Please add a bio describing your cleaning services')
      await expect(parts.bio).toBeFocused()
    })
    await parts.bio.fill('Careful, on time, with my own supplies.')
    await test.step("an hourly rate that is missing or under 15 is 'Please set a valid hourly rate (minimum $15/hour)'", async () => {
      await told('Please set a valid hourly rate (minimum $15/hour)')
      await parts.rate.fill('14.99')
      await told('Please set a valid hourly rate (minimum $15/hour)')
      await expect(parts.rate).toBeFocused()
    })
    await parts.rate.fill('200.01')
    await test.step('an hourly rate above 200 is refused', async () => {
      await told('Please set a valid hourly rate (maximum $200/hour)')
    })
    await parts.rate.fill('38.50')
    await test.step("without a service 'Please select at least one service you offer'", async () => {
      await told('Please select at least one service you offer')
      await expect(parts.service('standard')).toBeFocused()
    })
    await parts.service('deep').check()
    await test.step("without an area 'Please select at least one service area (city/ZIP code)'", async () => {
      await told('Please select at least one service area (city/ZIP code)')
      await expect(parts.areas).toBeFocused()
    })
    await parts.areas.fill('02118')
    await parts.place(/02118/).click()
    await test.step("without a photo 'Please upload a profile photo - this helps clients trust and recognize you'", async () => {
      await told('Please upload a profile photo - this helps clients trust and recognize you')
      await expect(parts.portrait).toBeFocused()
    })
    await parts.portrait.setInputFiles(fileOf('huge.jpg', 5_242_881))
    await test.step("a number that is given and not valid is 'Please enter a valid Social Security Number (XXX-XX-XXXX format)'", async () => {
      for (const number of ['666121234', '000121234', '123456789', '21909999']) {
        await parts.ssn.fill(number)
        await told('Please enter a valid Social Security Number (XXX-XX-XXXX format)')
        await expect(parts.ssn).toBeFocused()
      }
    })
    await parts.ssn.fill('')
    await test.step("an address of another site is 'Please enter a valid social media URL (Instagram, TikTok, LinkedIn, Facebook, or Twitter)'", async () => {
      await told(
        'Please enter a valid social media URL (Instagram, TikTok, LinkedIn, Facebook, or Twitter)',
      )
      await expect(parts.social).toBeFocused()
    })
    await parts.social.fill('https://www.tiktok.com/@robin')
    await test.step("a profile image above 5242880 bytes is 'Profile image must be less than 5MB'", async () => {
      await told('Profile image must be less than 5MB')
    })
    await test.step("a gallery image above 5 MB is '{file} is too large. Maximum 5MB per image.'", async () => {
      await parts.gallery.setInputFiles(fileOf('kitchen.jpg', 5_242_881))
      await expect(
        page.getByText('kitchen.jpg is too large. Maximum 5MB per image.', { exact: true }),
      ).toBeVisible()
    })
    await test.step('the gallery takes image files only', async () => {
      const text = { name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('soap') }
      await parts.gallery.setInputFiles(text)
      await expect(page.getByText(/list\.txt is not a photo/)).toBeVisible()
      await expect(parts.gallery).toHaveAttribute('accept', /^image\//)
    })
    await test.step("a sixth gallery image is 'Maximum 5 gallery images allowed'", async () => {
      const names = ['1.jpg', '2.jpg', '3.jpg', '4.jpg', '5.jpg']
      await parts.gallery.setInputFiles(await Promise.all(names.map((name) => photo(name))))
      await expect(page.getByText('5 of 5 photos')).toBeVisible()
      await parts.gallery.setInputFiles(await photo('6.jpg'))
      await expect(page.getByText('Maximum 5 gallery images allowed')).toBeVisible()
    })
    await test.step('gallery images that are not saved yet are shown and dropped locally', async () => {
      await expect(page.getByRole('img', { name: '5.jpg, not saved yet' })).toBeVisible()
      await page.getByRole('button', { name: 'Do not use 5.jpg' }).click()
      await expect(page.getByText('4 of 5 photos')).toBeVisible()
    })
    expect(saves).toBe(0)
  })

  // rule: area-search
  test('places are searched after a pause, from two characters on', async ({ page }) => {
    await newProfessional(page)
    await page.goto('/dashboard/profile')
    const parts = partsOf(page, t)
    const asked: string[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname === '/api/locations/search') asked.push(url.searchParams.get('q') ?? '')
    })
    await test.step('the location search starts only at 2 or more characters, after a 300 ms delay', async () => {
      await parts.areas.click()
      await page.clock.install()
      await page.clock.pauseAt(Date.now() + 60_000)
      await parts.areas.pressSequentially('A')
      await page.clock.runFor(1000)
      expect(asked).toEqual([])
      await parts.areas.pressSequentially('us')
      await page.clock.runFor(250)
      expect(asked).toEqual([])
      await page.clock.runFor(100)
      await expect.poll(() => asked).toEqual(['Aus'])
    })
  })
})
