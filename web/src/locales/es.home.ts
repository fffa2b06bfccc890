import app from './es/app.json'
import errors from './es/errors.first.json'
import home from './es/home.json'
import search from './es/search.first.json'

export default { app, errors, home, search }
