import { PHOTO_PIXELS_MAX } from '#contract/photo-pixels.ts'
import { IMAGE_BYTES_MAX } from '#contract/market/profile-rules.ts'

const SIDE_PIXELS_MAX = 2560
const JPEG_QUALITY = 0.85

/**
 * A photo with too many bytes or pixels for the server as a smaller JPEG, turned upright; any other as it is. So is one
 * that this browser cannot make smaller: then it is refused. rule: photos
 */
export async function shrinkPhoto(photo: File): Promise<File> {
  try {
    const small = await smallJpeg(photo)
    if (!small || small.size > IMAGE_BYTES_MAX) return photo
    const name = photo.name.replace(/(\.\w*)?$/, '.jpg')
    // A file that is chosen again is known by its name, size and date. rule: idempotency-key
    return new File([small], name, { type: small.type, lastModified: photo.lastModified })
  } catch {
    return photo
  }
}

/** Null, or an error, if the photo is small enough, or if the browser cannot read it or write a JPEG. */
async function smallJpeg(photo: File): Promise<Blob | null> {
  const url = URL.createObjectURL(photo)
  try {
    // An image is drawn upright everywhere, a bitmap is not.
    const image = new Image()
    // Its size is known before it is decoded.
    await new Promise((resolve, reject) => {
      image.addEventListener('load', resolve)
      image.addEventListener('error', reject)
      image.src = url
    })
    const { naturalWidth, naturalHeight } = image
    const isTaken =
      photo.size <= IMAGE_BYTES_MAX && naturalWidth * naturalHeight <= PHOTO_PIXELS_MAX
    if (isTaken) return null
    await image.decode()
    const { width, height } = fittingSize(naturalWidth, naturalHeight)
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    const context = canvas.getContext('2d')
    if (!context) return null
    // A JPEG has no transparency: without this it becomes black.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
    context.drawImage(image, 0, 0, width, height)
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY))
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** The size of a photo whose longer side has at most 2560 pixels. */
export function fittingSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, SIDE_PIXELS_MAX / Math.max(width, height))
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}
