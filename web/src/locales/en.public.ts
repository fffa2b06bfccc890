import cities from './en/cities.json'
import professionals from './en/professionals.json'
import results from './en/results.json'
import reviews from './en/reviews.json'
import search from './en/search.json'

export default { cities, professionals, results, reviews, search }
