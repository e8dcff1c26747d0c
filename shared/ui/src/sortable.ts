export { type SortableItem, SortableList, type SortableListProps } from './sortable/SortableList.tsx';
