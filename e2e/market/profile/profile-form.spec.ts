// rule: profile-form-screen
import { expect } from '@playwright/test'
import { expectAccessible, test } from '../../support/journey.ts'
import { fileOf, newProfessional, formFields, photo } from '../../support/profile-form.ts'
import { translationsIn } from '../../support/translations.ts'

const t = translationsIn('en')

test.describe('a new profile', () => {
  // Playwright's recorder requests the previews that it sees.
  test.use({ expected: [/'blob:.*connect-src/] })

  // rule: profile-form-screen, profile-checks, ssn-rules
  test('the form has its sections, fields and options', async ({ page }) => {
    await newProfessional(page)
    await page.goto('/dashboard/profile')
    const fields = formFields(page, t)

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
      await expect(fields.create).toHaveText('Complete Profile')
    })
    await test.step('Basic Information has full name, bio, hourly rate, years, employees and a social media URL', async () => {
      const basic = page.getByRole('region', { name: 'Basic Information' })
      for (const part of [fields.name, fields.bio, fields.social, fields.years, fields.employees]) {
        await expect(part).toBeVisible()
      }
      await expect(basic.getByRole('textbox')).toHaveCount(3)
    })
    await test.step('the hourly rate is a number from 15 to 200 in steps of 0.01', async () => {
      await expect(fields.rate).toHaveAttribute('type', 'number')
      await expect(fields.rate).toHaveAttribute('min', '15')
      await expect(fields.rate).toHaveAttribute('max', '200')
      await expect(fields.rate).toHaveAttribute('step', '0.01')
    })
    await test.step('the years of experience are 1, 2, 3, 4, 5+, 10+, and 3 by default', async () => {
      await expect(fields.years.getByRole('option')).toHaveText(['1', '2', '3', '4', '5+', '10+'])
      await expect(fields.years).toHaveValue('3')
    })
    await test.step("the employees are '1-3' by default", async () => {
      await expect(fields.employees).toHaveValue('1-3')
    })
    await test.step('the services are checkboxes, one for each type that the server knows', async () => {
      const answer = (await (await page.request.get('/api/service-types')).json()) as {
        service_types: { type: string }[]
      }
      const values = page.getByRole('group', { name: 'Services Offered' }).getByRole('checkbox')
      await expect(values).toHaveCount(answer.service_types.length)
      await fields.service('standard').check()
      await fields.service('deep').check()
      await expect(fields.service('standard')).toBeChecked()
      await fields.service('standard').uncheck()
      await fields.service('deep').uncheck()
    })
    await test.step("under two typed characters the areas show the hint 'Type at least 2 characters...'", async () => {
      await fields.areas.click()
      await expect(page.getByText('Type at least 2 characters...')).toBeVisible()
      await fields.areas.pressSequentially('B')
      await expect(page.getByText('Type at least 2 characters...')).toBeVisible()
    })
    await test.step("without a match the areas show 'No locations found'", async () => {
      await fields.areas.fill('zzzzqq')
      await expect(page.getByText('No locations found')).toBeVisible()
    })
    await test.step('suggestions show label and ZIP, and several can be chosen and removed', async () => {
      await fields.areas.fill('02118')
      await expect(fields.place(/02118 – Boston, MA/)).toBeVisible()
      await page.keyboard.press('Enter')
      await fields.areas.pressSequentially('Austin, T')
      await fields.place('Austin, TX').click()
      const chosen = page.getByRole('list', { name: 'Chosen service areas' })
      await expect(chosen.getByRole('listitem')).toHaveText(['02118', 'Austin, TX'])
      await page.getByRole('button', { name: 'Remove 02118' }).click()
      await page.getByRole('button', { name: 'Remove Austin, TX' }).click()
      await expect(chosen).toHaveCount(0)
    })
    await test.step('the number takes digits only, is formatted XXX-XX-XXXX, and has at most 11 characters', async () => {
      await fields.consent.check()
      await fields.ssn.pressSequentially('2a1-9x0 9')
      await expect(fields.ssn).toHaveValue('219-09')
      await fields.ssn.pressSequentially('9999123')
      await expect(fields.ssn).toHaveValue('219-09-9999')
      await expect(fields.ssn).toHaveAttribute('maxlength', '11')
      await fields.ssn.fill('')
    })
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await expectAccessible(page)
  })

  // rule: profile-checks, photos
  test('the checks run in their order, each shown at its field', async ({ page }) => {
    await newProfessional(page)
    await page.goto('/dashboard/profile')
    const fields = formFields(page, t)
    await test.step('the name of the account is there already', async () => {
      await expect(fields.name).toHaveValue(/^Robin \w+$/)
    })
    await test.step('every failed check is shown at once', async () => {
      await fields.create.click()
      await expect(fields.bio).toBeFocused()
      for (const field of [fields.bio, fields.rate]) {
        await expect(field).toHaveAttribute('aria-invalid', 'true')
      }
      await expect(page.getByText('Please select at least one service you offer')).toBeVisible()
      await expect(page.getByText(/^Please upload a profile photo/)).toBeVisible()
      await expectAccessible(page)
    })
    await fields.name.fill('')
    let saves = 0
    page.on('request', (request) => {
      if (request.method() === 'PUT') saves += 1
    })
    const expectRefusal = async (sentence: string) => {
      await fields.create.click()
      await expect(page.getByText(sentence, { exact: true })).toBeVisible()
    }
    await fields.consent.check()
    await fields.ssn.fill('666121234')
    await fields.social.fill('https://example.com/robin')

    await test.step("without a full name the form shows 'Please enter your full name as you want it displayed publicly' and focuses the field", async () => {
      await expectRefusal('Please enter your full name as you want it displayed publicly')
      await expect(fields.name).toBeFocused()
      await expect(fields.name).toHaveAttribute('aria-invalid', 'true')
      await expect(fields.name).toHaveAccessibleDescription(/Please enter your full name/)
    })
    await fields.name.fill('Robin Journey')
    await test.step("without a bio the form shows 'Please add a bio describing your cleaning services'", async () => {
      await expectRefusal('Please add a bio describing your cleaning services')
      await expect(fields.bio).toBeFocused()
    })
    await fields.bio.fill('Careful, on time, with my own supplies.')
    await test.step("an hourly rate that is missing or under 15 is refused with 'Please set a valid hourly rate (minimum $15/hour)'", async () => {
      await expectRefusal('Please set a valid hourly rate (minimum $15/hour)')
      await fields.rate.fill('14.99')
      await expectRefusal('Please set a valid hourly rate (minimum $15/hour)')
      await expect(fields.rate).toBeFocused()
    })
    await fields.rate.fill('200.01')
    await test.step('an hourly rate above 200 is refused', async () => {
      await expectRefusal('Please set a valid hourly rate (maximum $200/hour)')
    })
    await fields.rate.fill('38.50')
    await test.step("without a service the form shows 'Please select at least one service you offer'", async () => {
      await expectRefusal('Please select at least one service you offer')
      await expect(fields.service('standard')).toBeFocused()
    })
    await fields.service('deep').check()
    await test.step("without an area the form shows 'Please select at least one service area (city/ZIP code)'", async () => {
      await expectRefusal('Please select at least one service area (city/ZIP code)')
      await expect(fields.areas).toBeFocused()
    })
    await fields.areas.fill('02118')
    await fields.place(/02118/).click()
    await test.step("without a photo the form shows 'Please upload a profile photo - this helps clients trust and recognize you'", async () => {
      await expectRefusal(
        'Please upload a profile photo - this helps clients trust and recognize you',
      )
      await expect(fields.portrait).toBeFocused()
    })
    await fields.portrait.setInputFiles(fileOf('huge.jpg', 5_242_881))
    await test.step("an invalid number is refused with 'Please enter a valid Social Security Number (XXX-XX-XXXX format)'", async () => {
      for (const number of ['666121234', '000121234', '123456789', '21909999']) {
        await fields.ssn.fill(number)
        await expectRefusal('Please enter a valid Social Security Number (XXX-XX-XXXX format)')
        await expect(fields.ssn).toBeFocused()
      }
    })
    await fields.ssn.fill('')
    await test.step("an address of another site is refused with 'Please enter a valid social media URL (Instagram, TikTok, LinkedIn, Facebook, or Twitter)'", async () => {
      await expectRefusal(
        'Please enter a valid social media URL (Instagram, TikTok, LinkedIn, Facebook, or Twitter)',
      )
      await expect(fields.social).toBeFocused()
    })
    await fields.social.fill('https://www.tiktok.com/@robin')
    await test.step("a profile image above 5242880 bytes is refused with 'Profile image must be less than 5MB'", async () => {
      await expectRefusal('Profile image must be less than 5MB')
    })
    await test.step("a gallery image above 5 MB is refused with '{file} is too large. Maximum 5MB per image.'", async () => {
      await fields.gallery.setInputFiles(fileOf('kitchen.jpg', 5_242_881))
      await expect(
        page.getByText('kitchen.jpg is too large. Maximum 5MB per image.', { exact: true }),
      ).toBeVisible()
    })
    await test.step('the gallery takes image files only', async () => {
      const text = { name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('soap') }
      await fields.gallery.setInputFiles(text)
      await expect(page.getByText(/list\.txt isn.t a photo/)).toBeVisible()
      await expect(fields.gallery).toHaveAttribute('accept', /^image\//)
    })
    await test.step("a sixth gallery image is refused with 'Maximum 5 gallery images allowed'", async () => {
      const names = ['1.jpg', '2.jpg', '3.jpg', '4.jpg', '5.jpg']
      await fields.gallery.setInputFiles(await Promise.all(names.map((name) => photo(name))))
      await expect(page.getByText('5 of 5 photos')).toBeVisible()
      await fields.gallery.setInputFiles(await photo('6.jpg'))
      await expect(page.getByText('Maximum 5 gallery images allowed')).toBeVisible()
    })
    await test.step('gallery images that are not saved yet are shown, and removed without a call', async () => {
      await expect(page.getByRole('img', { name: '5.jpg, not saved yet' })).toBeVisible()
      await page.getByRole('button', { name: "Don't use 5.jpg" }).click()
      await expect(page.getByText('4 of 5 photos')).toBeVisible()
    })
    expect(saves).toBe(0)
  })

  test('places are searched after a pause, from two characters on', async ({ page }) => {
    await newProfessional(page)
    await page.goto('/dashboard/profile')
    const fields = formFields(page, t)
    const queries: string[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname === '/api/locations/search') queries.push(url.searchParams.get('q') ?? '')
    })
    await test.step('the location search starts only at 2 or more characters, after a 300 ms delay', async () => {
      await fields.areas.click()
      await page.clock.install()
      await page.clock.pauseAt(Date.now() + 60_000)
      await fields.areas.pressSequentially('A')
      await page.clock.runFor(1000)
      expect(queries).toEqual([])
      await fields.areas.pressSequentially('us')
      await page.clock.runFor(250)
      expect(queries).toEqual([])
      await page.clock.runFor(100)
      await expect.poll(() => queries).toEqual(['Aus'])
    })
  })
})
