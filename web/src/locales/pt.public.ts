import cities from './pt/cities.json'
import professionals from './pt/professionals.json'
import results from './pt/results.json'
import reviews from './pt/reviews.json'
import search from './pt/search.json'

export default { cities, professionals, results, reviews, search }
