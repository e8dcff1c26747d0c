import { ImagePicker, type ImagePickerProps, type PictureUpload } from './ImagePicker.tsx';

type Props = Omit<ImagePickerProps, 'onPick' | 'onRemove' | 'upload'> & {
  /** `useUpload`, whose `onDone` sets the field. */
  readonly upload: PictureUpload & {
    readonly run: (file: File) => void;
    readonly drop: () => void;
  };
  /** Empties the field: another picture was picked, or the one that is there was removed. */
  readonly onClear: () => void;
};

/** A field of a form whose picture is uploaded as it is picked. */
export const PictureField = ({ upload, onClear, ...rest }: Props) => (
  <ImagePicker
    {...rest}
    upload={upload}
    onPick={(file) => {
      onClear();
      upload.run(file);
    }}
    onRemove={() => {
      upload.drop();
      onClear();
    }}
  />
);
