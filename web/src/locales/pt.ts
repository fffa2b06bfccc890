import access from './pt/access.json'
import account from './pt/account.json'
import agreements from './pt/agreements.json'
import billing from './pt/billing.json'
import bookings from './pt/bookings.json'
import checkout from './pt/checkout.json'
import credentials from './pt/credentials.json'
import dashboard from './pt/dashboard.json'
import errors from './pt/errors.json'
import fields from './pt/fields.json'
import decisions from './pt/decisions.json'
import homes from './pt/homes.json'
import hours from './pt/hours.json'
import identity from './pt/identity.json'
import install from './pt/install.json'
import loading from './pt/loading.json'
import marketplace from './pt/marketplace.json'
import messaging from './pt/messaging.json'
import notices from './pt/notices.json'
import offer from './pt/offer.json'
import offline from './pt/offline.json'
import photos from './pt/photos.json'
import price from './pt/price.json'
import problems from './pt/problems.json'
import profile from './pt/profile.json'
import reliability from './pt/reliability.json'
import reports from './pt/reports.json'
import review_forms from './pt/review_forms.json'
import safety from './pt/safety.json'
import security from './pt/security.json'
import series from './pt/series.json'
import support from './pt/support.json'
import time from './pt/time.json'
import verification from './pt/verification.json'
import visits from './pt/visits.json'
import work from './pt/work.json'

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
