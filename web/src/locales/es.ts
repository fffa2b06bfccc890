import app from './es/app.json'
import billing from './es/billing.json'
import bookings from './es/bookings.json'
import checkout from './es/checkout.json'
import dashboard from './es/dashboard.json'
import errors from './es/errors.json'
import home from './es/home.json'
import identity from './es/identity.json'
import marketplace from './es/marketplace.json'
import messaging from './es/messaging.json'
import professionals from './es/professionals.json'
import profile from './es/profile.json'
import reviews from './es/reviews.json'
import search from './es/search.json'
import verification from './es/verification.json'

export default {
  app,
  billing,
  bookings,
  checkout,
  dashboard,
  errors,
  home,
  identity,
  marketplace,
  messaging,
  professionals,
  profile,
  reviews,
  search,
  verification,
}
