import access from './en/access.json'
import account from './en/account.json'
import agreements from './en/agreements.json'
import billing from './en/billing.json'
import bookings from './en/bookings.json'
import checkout from './en/checkout.json'
import credentials from './en/credentials.json'
import dashboard from './en/dashboard.json'
import errors from './en/errors.json'
import fields from './en/fields.json'
import decisions from './en/decisions.json'
import homes from './en/homes.json'
import hours from './en/hours.json'
import identity from './en/identity.json'
import install from './en/install.json'
import loading from './en/loading.json'
import marketplace from './en/marketplace.json'
import messaging from './en/messaging.json'
import notices from './en/notices.json'
import offer from './en/offer.json'
import offline from './en/offline.json'
import photos from './en/photos.json'
import price from './en/price.json'
import problems from './en/problems.json'
import profile from './en/profile.json'
import reliability from './en/reliability.json'
import reports from './en/reports.json'
import review_forms from './en/review_forms.json'
import safety from './en/safety.json'
import security from './en/security.json'
import series from './en/series.json'
import support from './en/support.json'
import time from './en/time.json'
import verification from './en/verification.json'
import visits from './en/visits.json'
import work from './en/work.json'

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
