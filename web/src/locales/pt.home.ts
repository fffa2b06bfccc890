import app from './pt/app.json'
import errors from './pt/errors.first.json'
import home from './pt/home.json'
import search from './pt/search.first.json'

export default { app, errors, home, search }
