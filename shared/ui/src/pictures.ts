export { ImagePicker, type ImagePickerProps } from './image-picker/ImagePicker.tsx';
export { PictureField } from './image-picker/PictureField.tsx';
export { pictureProblem } from './image-picker/picture-problem.ts';
export { type PictureRefusal, takePicture } from './image-picker/take-picture.ts';
