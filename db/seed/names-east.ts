import type { NameList } from './name-list.ts'

/** Names from Asia and Africa, in Latin or native script. */
export const easternNames: NameList[] = [
  {
    weight: 65,
    country: 'VN',
    first: `Thị_Hương Văn_Minh Thu_Hà Đức_Anh Ngọc_Ánh Quốc_Bảo Mỹ_Linh Hoàng_Nam Bích_Ngọc Tuấn_Kiệt Phương_Thảo Xuân_Trường Thanh_Tâm Đình_Phúc Kim_Oanh Hữu_Nghĩa`,
    last: `Nguyễn Trần Lê Phạm Huỳnh Phan Vũ Võ Đặng Bùi Đỗ Hồ Ngô Dương Lý`,
  },
  {
    weight: 55,
    country: 'IN',
    first: `Priya Arjun Ananya Rohan Kavita Sanjay Deepa Vikram Lakshmi Aditya Meera Rajesh Sunita Karthik Nandini Harpreet Gurpreet Ishaan Padmavati Venkatesh`,
    last: `Sharma Patel Iyer Reddy Nair Gupta Singh Chatterjee Mukherjee Banerjee Deshpande Kulkarni Subramanian Ramanathan Kaur Bhattacharya Joshi Menon Agarwal`,
  },
  {
    weight: 45,
    country: 'AE',
    first: `Ahmed Fatima Omar Layla Yusuf Mariam Khalid Noor Hassan Zaynab Tariq Samira Ibrahim Rania Abdulrahman Hala Bilal Amina Mustafa Salma`,
    last: `Al-Farsi Haddad El-Sayed Al-Mansouri Khoury Bin_Rashid Nasser Abdallah Al-Zahrani Hakimi Saleh Qureshi Darwish Mahmoud Al-Khatib Rahman Ben_Youssef`,
  },
  {
    weight: 35,
    country: 'CN',
    first: `伟/wei 芳/fang 秀英/xiuying 敏/min 静/jing 丽/li 强/qiang 磊/lei 洋/yang 艳/yan 杰/jie 思远/siyuan 雨桐/yutong 子涵/zihan Mei-Ling Xiao`,
    last: `王/wang 李/li 张/zhang 刘/liu 陈/chen 杨/yang 赵/zhao 黄/huang 周/zhou 吴/wu 徐/xu 孙/sun 欧阳/ouyang 司马/sima`,
  },
  {
    weight: 20,
    country: 'JP',
    first: `Haruto Yūki Aoi さくら/sakura Kenji Mariko Tarō Emi Daisuke 美咲/misaki Shōta Naoko`,
    last: `Satō Suzuki 高橋/takahashi Tanaka Itō 渡辺/watanabe Yamamoto Ōnishi Kobayashi 斎藤/saito Fujimoto`,
  },
  {
    weight: 20,
    country: 'KR',
    first: `Ji-woo Min-jun Seo-yeon Ha-eun Do-yun 지민/jimin Hye-jin Sung-ho 수아/sua Young-hee`,
    last: `Kim Lee Park Choi Jung Kang Cho Yoon Jang Lim 한/han`,
  },
  {
    weight: 30,
    country: 'NG',
    first: `Chinwe Adébáyọ̀ Ngozi Olúwaṣeun Amara Kelechi Títílayọ̀ Chukwuemeka Folákẹ́ Ifeoma Tunde Zainab Obinna Yetunde`,
    last: `Okafor Adéyẹmí Nwosu Balogun Eze Ọlátúnjí Okonkwo Abiodun Chukwu Danjuma Ìdòwú Mensah Onyekachi`,
  },
]
