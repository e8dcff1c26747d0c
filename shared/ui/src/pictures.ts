export { ImagePicker, type ImagePickerProps } from './image-picker/ImagePicker.tsx';
export { pictureProblem } from './image-picker/picture-problem.ts';
