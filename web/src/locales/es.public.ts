import cities from './es/cities.json'
import professionals from './es/professionals.json'
import results from './es/results.json'
import reviews from './es/reviews.json'
import search from './es/search.json'

export default { cities, professionals, results, reviews, search }
