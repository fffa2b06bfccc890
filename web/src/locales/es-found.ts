import professionals from './es/professionals.json'
import reviews from './es/reviews.json'

export default { professionals, reviews }
