import { testGoldens } from '../goldens.ts';

testGoldens('time');
