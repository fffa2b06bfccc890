import app from './en/app.json'
import errors from './en/errors.first.json'
import home from './en/home.json'
import search from './en/search.first.json'

export default { app, errors, home, search }
