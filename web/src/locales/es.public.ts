import cities from './es/cities.json'
import professionals from './es/professionals.json'
import reviews from './es/reviews.json'
import search from './es/search.json'

export default { cities, professionals, reviews, search }
