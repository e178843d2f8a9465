import { copiedToWorkdays } from './access-hours';

const hours = (weekdayEn: string, startTime: string, endTime: string) => ({ weekdayEn, startTime, endTime });

test('all shifts of the first day are copied to the working days; other days keep theirs', () => {
  const saturday = hours('saturday', '09:00', '13:00');
  const rows = [
    hours('monday', '08:00', '12:00'),
    saturday,
    hours('monday', '14:00', '18:00'),
    hours('friday', '08:00', '16:00'),
  ];
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
  const copied = days.flatMap((day) => [hours(day, '08:00', '12:00'), hours(day, '14:00', '18:00')]);
  expect(copiedToWorkdays(rows)).toEqual([...copied, saturday]);
  expect(copiedToWorkdays([saturday])).toEqual([...days.map((day) => hours(day, '09:00', '13:00')), saturday]);
});
