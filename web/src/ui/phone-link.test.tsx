// rule: text-input
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PhoneLink } from './phone-link.tsx'

test.each([
  ['+1 512 555 0100', 'tel:+15125550100'],
  ['512–555–0100 ext. 12', 'tel:5125550100;ext=12'],
  ['tel:+15125550100', 'tel:+15125550100'],
])('the link of %s calls %s', (phone, href) => {
  const link = renderToStaticMarkup(<PhoneLink phone={phone}>Call</PhoneLink>)
  expect(link).toContain(`href="${href}"`)
})
