import access from './es/access.json'
import account from './es/account.json'
import agreements from './es/agreements.json'
import billing from './es/billing.json'
import bookings from './es/bookings.json'
import checkout from './es/checkout.json'
import credentials from './es/credentials.json'
import dashboard from './es/dashboard.json'
import errors from './es/errors.json'
import fields from './es/fields.json'
import decisions from './es/decisions.json'
import homes from './es/homes.json'
import hours from './es/hours.json'
import identity from './es/identity.json'
import install from './es/install.json'
import loading from './es/loading.json'
import marketplace from './es/marketplace.json'
import messaging from './es/messaging.json'
import notices from './es/notices.json'
import offer from './es/offer.json'
import offline from './es/offline.json'
import photos from './es/photos.json'
import price from './es/price.json'
import problems from './es/problems.json'
import profile from './es/profile.json'
import reliability from './es/reliability.json'
import reports from './es/reports.json'
import review_forms from './es/review_forms.json'
import safety from './es/safety.json'
import security from './es/security.json'
import series from './es/series.json'
import support from './es/support.json'
import time from './es/time.json'
import verification from './es/verification.json'
import visits from './es/visits.json'
import work from './es/work.json'

export default {
  access,
  account,
  agreements,
  billing,
  bookings,
  checkout,
  credentials,
  dashboard,
  errors,
  fields,
  decisions,
  homes,
  hours,
  identity,
  install,
  loading,
  marketplace,
  messaging,
  notices,
  offer,
  offline,
  photos,
  price,
  problems,
  profile,
  reliability,
  reports,
  review_forms,
  safety,
  security,
  series,
  support,
  time,
  verification,
  visits,
  work,
}
